/** The longest text that a program may put on the clipboard, in characters. */
const LONGEST = 1_000_000

/**
 * Returns the text that a program wants on the clipboard (OSC 52), or null. Programs never read the clipboard, so a
 * query has no answer.
 */
export function clipboardRequest(data: string): string | null {
  const encoded = data.slice(data.indexOf(';') + 1)
  if (!data.includes(';') || encoded === '?' || encoded === '' || encoded.length > LONGEST * 2) return null
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text === '' || text.length > LONGEST ? null : text
  } catch {
    // Not base64, or no text.
    return null
  }
}
