import { describe, expect, it } from 'vitest'
import { readElicitation } from './elicitation.ts'

const LONG = 'x'.repeat(30_000)
const form = (properties: Readonly<Record<string, unknown>>) =>
  readElicitation({ message: 'Please', requestedSchema: { properties } })

describe('an elicitation of a hostile server', () => {
  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'app://orrery/index.html',
    'https://bank.example@evil.example/',
    'https://user:word@bank.example/',
    '//evil.example',
    '',
    `https://a.example/${LONG}`,
  ])('is refused with the address %.40s', (url) => {
    expect(readElicitation({ message: 'Go', mode: 'url', url })).toBeNull()
  })

  it.each([
    ['a password', { password: { type: 'string' } }],
    ['a password by its format', { word: { type: 'string', format: 'password' } }],
    ['a secret by its name', { client_secret: { type: 'string' } }],
    ['a token', { accessToken: { type: 'string' } }],
    ['a short name of a password', { DB_PWD: { type: 'string' } }],
    ['a key', { apiKey: { type: 'string' } }],
    ['a secret by its title', { a: { type: 'string', title: 'Your passphrase' } }],
    ['a password in Chinese', { a: { type: 'string', title: '登录密码' } }],
    ['a key of a prototype', JSON.parse('{"__proto__":{"type":"string"}}')],
    ['a method of every object', { constructor: { type: 'string' } }],
    ['a field that is no schema', { a: 'string' }],
    ['a field of an unknown kind', { a: { type: 'object' } }],
    ['a field in a sentence', { [LONG]: { type: 'string' } }],
    [
      'too many fields',
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, { type: 'string' }])),
    ],
  ])('is refused when it asks for %s', (_, properties) => {
    expect(form(properties)).toBeNull()
  })

  it('is shown when it asks for plain things, with a message of bounded length', () => {
    expect(
      form({ max_tokens: { type: 'integer' }, passenger: { type: 'string' }, secretary: { type: 'string' } })
        ?.fields,
    ).toHaveLength(3)
    expect(readElicitation({ message: LONG })?.message).toHaveLength(4_000)
    const url = 'https://bank.example/sign-in?next=%40'
    expect(readElicitation({ message: 'Go', mode: 'url', url })).toMatchObject({ url })
  })
})
