int zoo_nothing(void);
int zoo_nothing(void) {
  return 0;
}
