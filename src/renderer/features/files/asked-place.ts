/** Reads a line number off the end of a typed file name, such as `app.ts:12`. */
export function askedPlace(query: string): { readonly typed: string; readonly line: number | null } {
  const found = /^(.*?):(\d{0,7})(?::\d*)?$/.exec(query.trim())
  if (found === null) return { typed: query.trim().slice(0, 200), line: null }
  const line = Number(found[2])
  return { typed: (found[1] ?? '').slice(0, 200), line: line > 0 ? line : null }
}
