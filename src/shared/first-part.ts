/** The first `length` UTF-16 units of a text, without half of a surrogate pair at the end. */
export function firstPart(text: string, length: number): string {
  const code = length > 0 ? text.charCodeAt(length - 1) : 0
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}

/** The last `length` UTF-16 units of a text, without half of a surrogate pair at the beginning. */
export function lastPart(text: string, length: number): string {
  const from = Math.max(0, text.length - length)
  const code = text.charCodeAt(from)
  return text.slice(from > 0 && code >= 0xdc00 && code <= 0xdfff ? from + 1 : from)
}
