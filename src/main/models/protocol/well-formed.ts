/** Replaces lone surrogates in a text, because strict servers reject them. */
export function wellFormedText(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** The same for JSON as `JSON.stringify` writes it, which spells a lone half as an escape. */
export function wellFormedJson(json: string): string {
  return json.includes('\\ud') ? json.replace(LONE_HALF, '$1\ufffd') : json
}

/** An even number of backslashes before it is text, and no part of the escape. */
const LONE_HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g
