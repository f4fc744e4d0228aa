const HIDDEN = '[secret]'
/** Shorter values are ordinary words; hiding them would make the log unreadable and protect nothing. */
const SHORTEST = 4
const SHORTEST_ENCODED = 8
/** In texts an agent works with, a shorter value is more likely a word of the project than the secret. */
const SHORTEST_IN_WORK = 8
const DEEPEST = 12

/** Patterns of unregistered secrets. A group before the secret is kept. */
const PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY-----|[\s\S]*$)/g,
  /(\bBearer\s+)[A-Za-z0-9._~+/-]{8,}=*/gi,
  /(\bauthorization["']?\s*[:=]\s*["']?(?:[A-Za-z]+\s+)?)[^\s"',;]{8,}/gi,
  /\bsk[-_][A-Za-z0-9_-]{12,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[oprsu]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
  /([?&](?:api[-_]?key|key|token|access_token|secret|password|signature)=)[^&\s"'#]{4,}/gi,
]
const SECRET_KEY =
  /^(?:.*[-_])?(?:api[-_]?key|apikey|authorization|cookie|set-cookie|pass(?:word|phrase|wd)|secret|(?:access|refresh|auth|id)[-_]?token|token|private[-_]?key)$/i

/** Formats of tokens that are not in the list above, because in a longer text they may be ordinary words. */
const TOKENS: readonly RegExp[] = [
  /^(?:gl(?:pat|ptt|dt|rt|soat)-|hf_|npm_|pypi-|xai-|gsk_|r8_|lin_api_|nvapi-|dop_v1_|dckr_pat_|shpat_|[sr]k_(?:live|test)_|whsec_|ya29\.|SG\.|AGE-SECRET-KEY-|ATATT)[A-Za-z0-9._=-]{16,}$/,
]

/** Whether a value is, or holds, a token of a known format. */
export function looksLikeToken(value: string): boolean {
  const trimmed = value.trim()
  return TOKENS.some((token) => token.test(trimmed)) || PATTERNS.some((pattern) => value.search(pattern) >= 0)
}

/** Takes secrets out of what is about to be written down. */
export type Redactor = {
  /** Registers a secret. It is hidden from now on, also in its usual encodings. */
  readonly add: (secret: string) => void
  readonly text: (text: string) => string
  /** Hides registered values only, behind a mark. What merely looks like a secret stays: work is done on it. */
  readonly known: (text: string, mark: string) => string
  /** Returns from where on a text may turn out to be a registered value, once more of it is there. */
  readonly open: (text: string) => number
  /** A copy of JSON-like data without secrets. Total: cycles, errors and odd values become plain text. */
  readonly data: (value: unknown) => unknown
}

export function createRedactor(): Redactor {
  const forms = new Set<string>()
  let registered: RegExp | null = null
  let inWork: RegExp | null = null
  let openEnd = (text: string): number => text.length

  const text = (input: string): string => {
    let output = registered === null ? input : input.replace(registered, HIDDEN)
    for (const pattern of PATTERNS) output = output.replace(pattern, hideMatch)
    return output
  }

  return {
    add: (secret) => {
      if (secret.length < SHORTEST) return
      for (const form of formsOf(secret)) forms.add(form)
      registered = anyOf([...forms])
      const formsInWork = [...forms].filter((form) => form.length >= SHORTEST_IN_WORK)
      inWork = anyOf(formsInWork)
      openEnd = createOpenEnd(formsInWork, inWork)
    },
    text,
    open: (input) => openEnd(input),
    known: (input, mark) => (inWork === null ? input : input.replace(inWork, () => mark)),
    data: (value) => plain(value, text, new Set(), 0),
  }
}

function anyOf(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null
  // The longest first: where two match at one place, nothing of the longer may stay.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(escaped).join('|'), 'g')
}

/** Finds the beginning of a form at the end of a text, and whole forms that overlap it. */
function createOpenEnd(forms: readonly string[], whole: RegExp | null): (text: string) => number {
  const longest = Math.max(0, ...forms.map((form) => form.length))
  const byFirst = new Map<string, string[]>()
  for (const form of forms) {
    const first = form.charAt(0)
    byFirst.set(first, [...(byFirst.get(first) ?? []), form])
  }
  const isBeginning = (text: string, at: number): boolean => {
    const length = text.length - at
    return (byFirst.get(text.charAt(at)) ?? []).some(
      (form) =>
        form.length > length &&
        form.charAt(length - 1) === text.at(-1) &&
        text.startsWith(form.slice(0, length), at),
    )
  }
  return (text) => {
    let at = Math.max(0, text.length - longest + 1)
    while (at < text.length && !isBeginning(text, at)) at += 1
    if (at === text.length || whole === null) return text.length
    for (const found of [...text.matchAll(whole)].reverse()) {
      if (found.index + found[0].length > at) at = Math.min(at, found.index)
    }
    return at
  }
}

function hideMatch(_match: string, kept: unknown): string {
  return typeof kept === 'string' ? `${kept}${HIDDEN}` : HIDDEN
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function formsOf(secret: string): string[] {
  const percent = encoded(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret, 'utf8')
  const disguised = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64Cores(bytes),
    ...base64Cores(bytes).map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    percent,
    percent.replaceAll('%20', '+'),
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...disguised.filter((form) => form.length >= SHORTEST_ENCODED),
  ]
}

function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret)
  } catch (error) {
    // A lone surrogate cannot be encoded, and so never stands in an address.
    if (error instanceof URIError) return secret
    throw error
  }
}

/**
 * Returns the parts of the base64 text that depend only on the secret, for each of the three alignments to
 * groups of three bytes, as in `user:secret` of basic authentication.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const start = before === 0 ? 0 : before + 1
    const bits = (before + bytes.length) * 8
    return whole.slice(start, Math.floor(bits / 6))
  })
}

function plain(value: unknown, text: (input: string) => string, above: Set<object>, depth: number): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return text(String(value))
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (above.has(value)) return '[circular]'
  if (depth >= DEEPEST) return '[too deep]'
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  above.add(value)
  try {
    return inside(value, (inner) => plain(inner, text, above, depth + 1), text)
  } catch {
    // A getter or `toJSON` of someone else threw. What is logged about it must not throw as well.
    return '[unreadable]'
  } finally {
    above.delete(value)
  }
}

function inside(value: object, next: (inner: unknown) => unknown, text: (input: string) => string): unknown {
  if (value instanceof Error) return next(fieldsOf(value))
  if ('toJSON' in value && typeof value.toJSON === 'function') return next(value.toJSON())
  if (Array.isArray(value)) return value.map(next)
  const pairs =
    value instanceof Map ? [...value].map(([key, item]) => [String(key), item]) : Object.entries(value)
  if (value instanceof Set) return [...value].map(next)
  return Object.fromEntries(
    pairs.map(([key, item]) => [
      text(String(key)),
      typeof item === 'string' && SECRET_KEY.test(String(key)) ? HIDDEN : next(item),
    ]),
  )
}

function fieldsOf(error: Error): Record<string, unknown> {
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  }
}
