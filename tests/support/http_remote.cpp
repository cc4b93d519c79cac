#include "support/http_remote.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "host/process/child.hpp"

namespace sluice::test {
namespace {

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Bytes of one connection, as they are asked for.
class Reader {
 public:
  explicit Reader(int connection) : connection_(connection) {}
  std::string line() {
    std::size_t end;
    while ((end = buffer_.find("\r\n")) == std::string::npos) more();
    std::string text = buffer_.substr(0, end);
    buffer_.erase(0, end + 2);
    return text;
  }
  std::string take(std::size_t count) {
    while (buffer_.size() < count) more();
    std::string text = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return text;
  }

 private:
  void more() {
    char piece[65536];
    const ssize_t count = ::recv(connection_, piece, sizeof piece, 0);
    if (count <= 0) throw std::runtime_error("the client is gone");
    buffer_.append(piece, static_cast<std::size_t>(count));
  }
  int connection_;
  std::string buffer_;
};

void send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

struct HttpRemote::Request {
  std::string method, path, query, body;
  std::map<std::string, std::string> headers;

  static Request read(Reader& reader) {
    Request request;
    const std::string first = reader.line();
    const auto space = first.find(' ');
    const auto target = first.substr(space + 1, first.rfind(' ') - space - 1);
    request.method = first.substr(0, space);
    request.path = target.substr(0, target.find('?'));
    if (target.size() > request.path.size()) request.query = target.substr(request.path.size() + 1);
    for (std::string line; !(line = reader.line()).empty();) {
      const auto colon = line.find(':');
      request.headers[lower(line.substr(0, colon))] = line.substr(line.find_first_not_of(' ', colon + 1));
    }
    if (lower(request.header("transfer-encoding")) == "chunked") {
      while (const auto size = std::stoul(reader.line(), nullptr, 16)) {
        request.body += reader.take(size);
        reader.line();
      }
      reader.line();
    } else if (const auto length = request.header("content-length"); !length.empty()) {
      request.body = reader.take(std::stoul(length));
    }
    return request;
  }
  std::string header(const std::string& name) const {
    const auto entry = headers.find(name);
    return entry == headers.end() ? std::string() : entry->second;
  }
};

HttpRemote::HttpRemote(std::filesystem::path root, const std::string& credentials) : root_(std::move(root)) {
  if (!credentials.empty()) authorization_ = "Basic " + base64(credentials);
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("cannot listen on 127.0.0.1");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

HttpRemote::~HttpRemote() {
  stop();
}

std::string HttpRemote::url(const std::string& path, const std::string& userinfo) const {
  return "http://" + userinfo + "127.0.0.1:" + std::to_string(port_) + "/" + path;
}

void HttpRemote::stop() {
  if (stopped_.exchange(true)) return;
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
  for (auto& connection : connections_) connection.join();
}

void HttpRemote::serve() {
  while (!stopped_) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    const std::lock_guard lock(mutex_);
    connections_.emplace_back([this, connection] { answer(connection); });
  }
}

void HttpRemote::answer(int connection) {
  try {
    Reader reader(connection);
    const Request request = Request::read(reader);
    const bool is_push = request.path.ends_with("/git-receive-pack");
    const std::string response = respond(request);
    if (!is_push || !lose_push_.exchange(false)) send_all(connection, response);
  } catch (const std::exception&) {
    // A client that went away is served by closing.
  }
  ::close(connection);
}

std::string HttpRemote::respond(const Request& request) {
  static const std::string kEnd = "\r\nConnection: close\r\n";
  if (!authorization_.empty() && request.header("authorization") != authorization_) {
    return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"git\"\r\nContent-Length: 0" + kEnd +
           "\r\n";
  }
  {
    const std::lock_guard lock(mutex_);
    const bool fails =
        !failing_.empty() && (request.path + "?" + request.query).find(failing_) != std::string::npos;
    const std::string page = "<html>Sign in</html>";
    if (fails) {
      return "HTTP/1.1 " + status_ +
             "\r\nContent-Type: text/html\r\nContent-Length: " + std::to_string(page.size()) + kEnd + "\r\n" +
             page;
    }
  }
  process::Command backend;
  backend.argv = {"git", "http-backend"};
  backend.environment["GIT_PROJECT_ROOT"] = root_.string();
  backend.environment["GIT_HTTP_EXPORT_ALL"] = "1";
  backend.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  backend.environment["GIT_CONFIG_NOSYSTEM"] = "1";
  backend.environment["REMOTE_USER"] = "ada";
  backend.environment["REMOTE_ADDR"] = "127.0.0.1";
  backend.environment["REQUEST_METHOD"] = request.method;
  backend.environment["PATH_INFO"] = request.path;
  backend.environment["QUERY_STRING"] = request.query;
  backend.environment["CONTENT_TYPE"] = request.header("content-type");
  backend.environment["CONTENT_LENGTH"] = std::to_string(request.body.size());
  backend.environment["HTTP_CONTENT_ENCODING"] = request.header("content-encoding");
  backend.environment["GIT_PROTOCOL"] = request.header("git-protocol");
  backend.input = request.body;
  const process::Result result = process::run(backend);
  const auto end = result.output.find("\r\n\r\n");
  if (end == std::string::npos) {
    return "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0" + kEnd + "\r\n";
  }
  std::string headers = result.output.substr(0, end);
  std::string status = "200 OK";
  if (headers.starts_with("Status: ")) {
    const auto line_end = std::min(headers.find("\r\n"), headers.size());
    status = headers.substr(8, line_end - 8);
    headers.erase(0, std::min(line_end + 2, headers.size()));
  }
  const std::string body = result.output.substr(end + 4);
  return "HTTP/1.1 " + status + "\r\n" + headers + (headers.empty() ? "" : "\r\n") +
         "Content-Length: " + std::to_string(body.size()) + kEnd + "\r\n" + body;
}

}  // namespace sluice::test
