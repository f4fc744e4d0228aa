import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { Secret } from './secret.ts'

/** Long enough to be hidden in every encoding, and no part of the mask itself. */
const secrets = fc
  .string({ unit: 'binary', minLength: 9, maxLength: 60 })
  .filter((text) => !'[secret]'.includes(text) && !text.includes('[') && !text.includes(']'))

const around = fc.string({ unit: 'grapheme', maxLength: 20 })

describe('createRedactor', () => {
  it('hides a registered secret wherever it stands in a text', () => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        const redactor = createRedactor()
        redactor.add(secret)
        return !redactor.text(`${before}${secret}${after}${secret}`).includes(secret)
      }),
    )
  })

  it('hides a registered secret in base64, however it lies across the groups of three bytes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9+/=_-]{12,40}$/), around, around, (secret, before, after) => {
        const redactor = createRedactor()
        redactor.add(secret)
        const sent = Buffer.from(`${before}${secret}${after}`).toString('base64')
        const cleaned = redactor.text(sent)
        // The rest decodes to less than the secret: its middle is gone.
        return !Buffer.from(cleaned.split('[secret]').join(''), 'base64').toString().includes(secret)
      }),
    )
  })

  it('hides URL-encoded, JSON-escaped and hex forms', () => {
    const redactor = createRedactor()
    const secret = 'p4ss "word"/ä?&x'
    redactor.add(secret)
    expect(redactor.text(`https://x.test/?q=${encodeURIComponent(secret)}&b=1`)).not.toContain('p4ss')
    expect(redactor.text(`q=${encodeURIComponent(secret).toLowerCase()}`)).not.toContain('p4ss')
    expect(redactor.text(new URLSearchParams({ q: secret }).toString())).not.toContain('word')
    expect(redactor.text(JSON.stringify({ a: secret }))).toBe('{"a":"[secret]"}')
    expect(redactor.text(JSON.stringify(JSON.stringify({ a: secret })))).not.toContain('p4ss')
    expect(redactor.text(Buffer.from(secret).toString('hex'))).toBe('[secret]')
  })

  it('hides the longer of two secrets whole when one begins with the other', () => {
    const redactor = createRedactor()
    redactor.add('hunter22')
    redactor.add('hunter22-and-more')
    expect(redactor.text('x hunter22-and-more y')).toBe('x [secret] y')
  })

  it.each([
    ['Authorization: Bearer abcdef1234567890', 'Authorization: Bearer [secret]'],
    ['sent "Bearer abc.def-ghi_jkl=" twice', 'sent "Bearer [secret]" twice'],
    ['authorization: Basic dXNlcjpwYXNzd29yZA==', 'authorization: Basic [secret]'],
    ['key sk-proj-abcdefghijklmnopqrst.', 'key [secret].'],
    ['id AKIAIOSFODNN7EXAMPLE ok', 'id [secret] ok'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[secret]'],
    ['postgres://me:hunter2@db/x', 'postgres://me:[secret]@db/x'],
    ['GET /v1?key=abcd1234&x=1', 'GET /v1?key=[secret]&x=1'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter', '[secret]\nafter'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE cut off', '[secret]'],
  ])('knows the look of a secret nobody registered: %s', (input, output) => {
    expect(createRedactor().text(input)).toBe(output)
  })

  it.each([
    'The bearer of this message has no token.',
    'task-list and risk-taking are words',
    'https://example.test:8080/a?page=2&keyboard=1',
    'C:\\Users\\me\\a@b',
    '12:30 mail me@example.test',
  ])('leaves ordinary text alone: %s', (input) => {
    expect(createRedactor().text(input)).toBe(input)
  })

  it('cleans data at any depth, keys included, and never throws', () => {
    const redactor = createRedactor()
    redactor.add('marker-value')
    const loop: Record<string, unknown> = { list: ['a marker-value b'], 'marker-value': 1, n: 3, none: null }
    loop['self'] = loop
    const hostile = {
      get boom(): string {
        throw new Error('no')
      },
    }
    expect(
      redactor.data({
        loop,
        hostile,
        secret: new Secret('marker-value'),
        apiKey: 'short',
        inputTokens: 12,
        error: new TypeError('marker-value is bad', { cause: 'marker-value' }),
        map: new Map([['k', 'marker-value']]),
        bytes: new Uint8Array(3),
        big: 10n,
      }),
    ).toEqual({
      loop: { list: ['a [secret] b'], '[secret]': 1, n: 3, none: null, self: '[circular]' },
      hostile: '[unreadable]',
      secret: '[secret]',
      apiKey: '[secret]',
      inputTokens: 12,
      error: { name: 'TypeError', message: '[secret] is bad', stack: expect.any(String), cause: '[secret]' },
      map: { k: '[secret]' },
      bytes: '[3 bytes]',
      big: '10',
    })
  })

  it('never throws on any value and always gives something that can be written as JSON', () => {
    const redactor = createRedactor()
    redactor.add('abcdefgh')
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }),
        (value) => {
          JSON.stringify(redactor.data(value))
        },
      ),
    )
  })

  it('cuts data that is nested too deeply', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 10_000; level++) deep = [deep]
    expect(JSON.stringify(createRedactor().data(deep))).toContain('[too deep]')
  })
})
