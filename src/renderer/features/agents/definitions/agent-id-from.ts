/** Turns a typed name into one that an agent can have: "Release Notes" becomes `release-notes`. */
export function agentIdFrom(name: string): string {
  return name
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
