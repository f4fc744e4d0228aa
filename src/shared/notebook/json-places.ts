/** A part of a text: from the first letter up to the one after the last. */
export type Place = { readonly from: number; readonly to: number }

/** A member of an object: where its name begins, and its value. */
export type MemberPlace = Place & { readonly nameFrom: number }

/**
 * Finds the members of the object that begins at a place of a text, by name. The text must be JSON that was parsed
 * before; of two members with one name the last counts, as for `JSON.parse`.
 */
export function membersAt(text: string, at: number): ReadonlyMap<string, MemberPlace> {
  const found = new Map<string, MemberPlace>()
  let next = afterSpace(text, at + 1)
  while (next < text.length && text[next] !== '}') {
    const nameTo = valueEnd(text, next)
    const from = afterSpace(text, afterSpace(text, nameTo) + 1)
    const to = valueEnd(text, from)
    found.set(String(JSON.parse(text.slice(next, nameTo))), { nameFrom: next, from, to })
    next = afterComma(text, to)
  }
  return found
}

/** Finds the items of the list that begins at a place of a text that is JSON. */
export function itemsAt(text: string, at: number): readonly Place[] {
  const found: Place[] = []
  let next = afterSpace(text, at + 1)
  while (next < text.length && text[next] !== ']') {
    const to = valueEnd(text, next)
    found.push({ from: next, to })
    next = afterComma(text, to)
  }
  return found
}

/** The first place that is no white space. */
export function afterSpace(text: string, at: number): number {
  let next = at
  while (next < text.length && ' \t\r\n'.includes(text[next] ?? '')) next += 1
  return next
}

function afterComma(text: string, at: number): number {
  const next = afterSpace(text, at)
  return text[next] === ',' ? afterSpace(text, next + 1) : next
}

function valueEnd(text: string, at: number): number {
  const sign = text[at]
  if (sign === '"') return stringEnd(text, at)
  if (sign !== '{' && sign !== '[') return plainEnd(text, at)
  let depth = 0
  let next = at
  while (next < text.length) {
    const each = text[next]
    if (each === '"') {
      next = stringEnd(text, next)
      continue
    }
    if (each === '{' || each === '[') depth += 1
    if (each === '}' || each === ']') depth -= 1
    next += 1
    if (depth === 0) return next
  }
  return next
}

function stringEnd(text: string, at: number): number {
  let next = at + 1
  while (next < text.length && text[next] !== '"') next += text[next] === '\\' ? 2 : 1
  return Math.min(next + 1, text.length)
}

function plainEnd(text: string, at: number): number {
  let next = at
  while (next < text.length && !',]} \t\r\n'.includes(text[next] ?? '')) next += 1
  return next
}
