import type { SessionFileFormat } from '#shared/session/exports/session-file.ts'

const EXTENSIONS: Readonly<Record<SessionFileFormat, string>> = {
  jsonl: 'jsonl',
  markdown: 'md',
  html: 'html',
}

/** Characters no name may have on one of the three systems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const MAX_CHARS = 80

/** A name for the file of a chat that every system takes. */
export function fileNameOf(title: string, format: SessionFileFormat): string {
  const plain = title.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim()
  const cut = [...plain].slice(0, MAX_CHARS).join('')
  // Windows drops dots and spaces at the end; a dot at the beginning hides the file elsewhere.
  const name = cut.replace(/^[. ]+|[. ]+$/g, '')
  const safe = name === '' || RESERVED.test(name) ? `chat ${name}`.trim() : name
  return `${safe}.${EXTENSIONS[format]}`
}
