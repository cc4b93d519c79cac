#pragma once
// The tables, and how a database of an older version becomes one of ours.

#include "host/forge/local/database.hpp"

namespace sluice::forge::local {

/// Makes the tables in an empty database, migrates an older one. Whole or not at all, one process at a time.
void bring_up_to_date(Database& database);

/// Throws ForgeError (refused) for a database of a newer version, or of another program.
void refuse_foreign_schema(Database& database);

}  // namespace sluice::forge::local
