import { expect, it } from 'vitest'
import { isFramePage } from './frame-address.ts'
import { createFramePages } from './frame-pages.ts'

const get = (url: string, method = 'GET') => ({ url, method })

it('serves a page at an address of its own that nobody can guess', () => {
  const pages = createFramePages()
  const [one, other] = [pages.add(Buffer.from('<p>one')), pages.add(Buffer.from('<p>other'))]
  expect(one).toMatch(/^orrery-frame:\/\/[0-9a-f]{32}\/$/)
  expect(one).not.toBe(other)
  expect(pages.answer(get(one)).data.toString()).toBe('<p>one')
  expect(pages.answer(get(`${one}?a=1#b`)).statusCode).toBe(200)
})

it.each([
  ['another path', (url: string) => get(`${url}etc/passwd`)],
  ['an unknown page', () => get('orrery-frame://0123/')],
  ['another scheme', () => get('app://orrery/index.html')],
  ['another method', (url: string) => get(url, 'POST')],
  ['no address', () => get('orrery-frame')],
])('answers nothing to %s', (_, asked) => {
  const pages = createFramePages()
  const { statusCode, data } = pages.answer(asked(pages.add(Buffer.from('<p>one'))))
  expect([statusCode, data.length]).toEqual([404, 0])
})

it('allows a page its own scripts, styles and pictures, and nothing else', () => {
  const pages = createFramePages()
  const { headers } = pages.answer(get(pages.add(Buffer.from('x'))))
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain(
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:",
  )
  expect(policy).toContain("connect-src 'none'")
  expect(policy).toMatch(/sandbox allow-scripts$/)
  expect(policy).not.toMatch(/https?:|'self'|unsafe-eval|allow-same-origin|\*/)
  expect(headers['permissions-policy']).toContain('camera=(), clipboard-read=(), clipboard-write=()')
})

it('forgets the oldest pages', () => {
  const pages = createFramePages()
  const first = pages.add(Buffer.from('x'))
  for (let count = 0; count < 50; count += 1) pages.add(Buffer.from('x'))
  expect(pages.answer(get(first)).statusCode).toBe(404)
})

it.each([
  ['orrery-frame://ab/', true],
  ['orrery-frame.evil://ab/', false],
  ['https://orrery-frame/', false],
  ['', false],
])('knows whether %s is a page of a frame: %s', (url, expected) => {
  expect(isFramePage(url)).toBe(expected)
})
