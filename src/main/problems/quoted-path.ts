/** Quotes a path for the shell of a system, so that every letter of it is a letter. */
export function quotedPath(path: string, platform: NodeJS.Platform): string {
  // PowerShell doubles a quote inside quotes.
  return platform === 'win32' ? `'${path.replaceAll("'", "''")}'` : `'${path.replaceAll("'", `'\\''`)}'`
}
