/** An error of the operating system or of `node:fs`. */
export type ErrnoError = Error & { readonly code: string }

/**
 * Codes of libuv (`ENOENT`, on Windows also `UNKNOWN`) and those of `node:fs` itself: a path with a zero byte, a file
 * that is too large to read.
 */
const FROM_DISK =
  /^(?:E[A-Z0-9]+|UNKNOWN|ERR_FS_\w+|ERR_FEATURE_UNAVAILABLE_ON_PLATFORM|ERR_INVALID_ARG_VALUE|ERR_STRING_TOO_LONG)$/

/**
 * Whether the operating system or `node:fs` refused. An abort and an `AppError` have codes too and are not meant.
 * With codes, whether the error carries one of them; these may be codes of others, such as `SQLITE_FULL`.
 */
export function isErrno(error: unknown, ...codes: readonly string[]): error is ErrnoError {
  const code = codeOf(error)
  return code !== null && (codes.length > 0 ? codes.includes(code) : FROM_DISK.test(code))
}

/** Returns the code of an error of any kind, such as `SQLITE_FULL` or `Z_DATA_ERROR`; null when it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
