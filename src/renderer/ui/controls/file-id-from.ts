/** Turns a typed name into one that a file of agents, skills or hooks can have: "Release Notes" becomes `release-notes`. */
export function fileIdFrom(name: string): string {
  return name
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
