/** Additional or changed settings of a server, such as `{ fsync: "off" }` in unit tests. */
export type Settings = Record<string, string>;

/** The settings of the embedded server; `postgresql.conf` stays as initdb wrote it. */
export function getServerSettings(paths: {
  hba: string;
  ident: string;
  sockets: string;
  logs: string;
}): Settings {
  return {
    hba_file: paths.hba,
    ident_file: paths.ident,
    // No network: only users who may enter the socket's directory can connect at all.
    listen_addresses: "",
    // Only part of the socket's name.
    port: "5432",
    unix_socket_directories: paths.sockets,
    unix_socket_permissions: "0700",
    cluster_name: "carediary",
    max_connections: "100",
    shared_buffers: "128MB",
    wal_compression: "on",
    fsync: "on",
    synchronous_commit: "on",
    // Short queries only: compiling them costs more than it saves.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "on",
    log_directory: paths.logs,
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_file_mode: "0640",
    // Users' texts must not reach the log; failed statements and values in error messages would contain them.
    log_statement: "none",
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: "0",
  };
}
