-- Changes over HTTP with an idempotency key (docs/decisions/0171): what the key was first used for, as SHA-256 of the
-- function and its arguments. Null for requests of the sync protocol, which are known by their session and number.
alter table sync_outcomes add column fingerprint bytea check (octet_length(fingerprint) = 32);
