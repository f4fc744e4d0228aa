import { describe, expect, it } from 'vitest'
import { createContentPolicy } from './content-policy.ts'

const built = createContentPolicy(null)
const dev = createContentPolicy('http://localhost:5173')

describe('the built app', () => {
  it('allows exactly the sources the pages need', () => {
    expect(built.header).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "font-src 'self'; worker-src 'self'; frame-src orrery-frame:; connect-src 'self'; base-uri 'none'; form-action 'none'",
    )
  })

  it.each([
    ['app://orrery/index.html', true],
    ['app://orrery/index.html#/chat', true],
    ['app://orrery.evil/index.html', false],
    ['app://orrery@evil/index.html', false],
    ['app://evil/index.html', false],
    ['app:orrery', false],
    ['http://orrery/index.html', false],
    ['http://localhost:5173/', false],
    ['file:///etc/passwd', false],
    ['data:text/html,hi', false],
    ['about:blank', false],
    ['', false],
  ])('says whether %s is one of our pages: %s', (url, expected) => {
    expect(built.isOurPage(url)).toBe(expected)
  })

  it.each([
    ['app://orrery/assets/index.js', true],
    ['data:image/png;base64,AA==', true],
    ['blob:app://orrery/5d9c', true],
    ['blob:https://evil.example/5d9c', false],
    ['devtools://devtools/bundled/inspector.html', true],
    ['https://example.com/pixel.png', false],
    ['ws://localhost:5173/', false],
    ['file:///etc/passwd', false],
    ['ftp://example.com/', false],
    ['chrome-extension://abc/x.js', false],
    ['not an address', false],
  ])('says whether %s may load: %s', (url, expected) => {
    expect(built.mayLoad(url)).toBe(expected)
  })
})

describe('with a development server', () => {
  it('adds that server, its socket and its inline preamble', () => {
    expect(dev.header).toContain("script-src 'self' 'unsafe-inline';")
    expect(dev.header).toContain("connect-src 'self' ws://localhost:5173;")
  })

  it.each([
    ['http://localhost:5173/src/main.tsx', true],
    ['ws://localhost:5173/?token=x', true],
    ['blob:http://localhost:5173/5d9c', true],
    ['http://localhost:5174/', false],
    ['ws://localhost:80/', false],
    ['https://example.com/', false],
  ])('says whether %s may load: %s', (url, expected) => {
    expect(dev.mayLoad(url)).toBe(expected)
  })

  it('starts on that server', () => {
    expect(dev.startPage).toBe('http://localhost:5173/')
    expect(dev.isOurPage('http://localhost:5173/')).toBe(true)
  })
})
