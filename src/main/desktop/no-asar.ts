/**
 * Imported before all else in the engine's process and its workers: with Electron's archive support on, `fs` shows every
 * `*.asar` on the disk as a folder, which would falsify sizes and break deletes (E2). Plain Node takes no notice.
 */
;(process as { noAsar?: boolean }).noAsar = true
