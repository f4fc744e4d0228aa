const URL_OF_THIS_COMPUTER =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::([0-9]{1,5}))?(?=[/\s'")\],.]|$)/i
const WORDS_WITH_PORT =
  /\b(?:listening|running|started|serving|ready|available|server)\b.{0,60}?\bport:? ?([0-9]{2,5})\b/i
const LISTENING_ON = /\blistening (?:on|at) (?:[\w.[\]:]*:)?([0-9]{2,5})\b/i

/** Returns the port that a line of a server's output names; null without one. */
export function findPort(line: string): number | null {
  const text = line.slice(0, 1_000)
  const url = URL_OF_THIS_COMPUTER.exec(text)
  // An address without a port is a page of another program more often than a server.
  const found = url === null ? (WORDS_WITH_PORT.exec(text) ?? LISTENING_ON.exec(text)) : url
  const port = Number(found?.[1] ?? 0)
  return port >= 1 && port <= 65_535 ? port : null
}
