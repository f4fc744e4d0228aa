/** The path of what was dropped, when the place it came from says so. */
export function droppedPath(read: (type: string) => string): string | null {
  const lines = [...read('text/uri-list').split(/\r?\n/), read('text/plain').trim()]
  for (const line of lines) {
    if (line.startsWith('file://')) return pathOfUrl(line)
    if (/^(\/|~|[A-Za-z]:[\\/]|\\\\)/.test(line) && !line.includes('\n')) return line
  }
  return null
}

function pathOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { host, pathname } = new URL(text)
  const path = decoded(pathname)
  if (path === null) return null
  if (/^\/[A-Za-z]:\//.test(path)) return path.slice(1).replaceAll('/', '\\')
  return host === '' || host === 'localhost' ? path : `\\\\${host}${path.replaceAll('/', '\\')}`
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not an address any file manager makes.
    return null
  }
}
