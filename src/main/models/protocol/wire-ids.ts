/** Ids as servers take them: short and plain. One that another model made up may be neither. */
export type WireIds = { readonly fresh: (callId: string) => string; readonly of: (callId: string) => string }

/** Names the calls of one request. The same conversation gets the same names, so that the prefix stays cached. */
export function createWireIds(hasNineLetters: boolean): WireIds {
  const current = new Map<string, string>()
  const used = new Set<string>()
  const isPlain = (id: string) => (hasNineLetters ? /^[A-Za-z0-9]{9}$/ : /^[A-Za-z0-9_-]{1,40}$/).test(id)
  const made = () => (hasNineLetters ? String(used.size + 1).padStart(9, '0') : `call_${used.size + 1}x`)
  return {
    fresh: (callId) => {
      const id = isPlain(callId) && !used.has(callId) ? callId : made()
      used.add(id)
      current.set(callId, id)
      return id
    },
    of: (callId) => current.get(callId) ?? callId,
  }
}
