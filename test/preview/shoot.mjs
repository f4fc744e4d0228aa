// Takes a picture of every screen over sample data and asks axe about each. `node test/preview/shoot.mjs vault`
// takes only the pictures whose names contain "vault". Pictures go to out/preview/.
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { SCENES } from './scenes.mjs'

const here = import.meta.dirname
const out = resolve(here, '../../out/preview')
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wanted = process.argv[2] ?? ''
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

await mkdir(out, { recursive: true })
const configFile = join(here, 'vite.config.ts')
await build({ configFile, logLevel: 'warn' })
const server = await preview({
  configFile,
  preview: { port: 5198, headers: { 'Content-Security-Policy': policy } },
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
})
let findings = 0
try {
  for (const scene of SCENES.filter(({ name }) => name.includes(wanted))) await take(scene)
} finally {
  await browser.close()
  await new Promise((done) => server.httpServer.close(done))
}
say(findings === 0 ? 'No finding.' : `${findings} findings.`)
process.exit(findings === 0 ? 0 : 1)

/** @param {{ name: string, query?: string, size?: [number, number], act?: (page: import('playwright-core').Page) => Promise<void> }} scene */
async function take({ name, query = '', size = [1440, 900], act }) {
  const page = await browser.newPage({
    viewport: { width: size[0], height: size[1] },
    reducedMotion: 'reduce',
  })
  const heard = []
  page.on('pageerror', (error) => heard.push(`throws: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`)
  })
  try {
    await page.goto(`http://localhost:5198/?${query}`)
    await page.getByRole('navigation', { name: /^(Main|主导航)$/ }).waitFor({ timeout: 10_000 })
    await page.evaluate(() => document.fonts.ready)
    await act?.(page)
    await page.waitForTimeout(450)
    await page.screenshot({ path: join(out, `${name}.png`) })
    for (const finding of await askAxe(page)) heard.push(finding)
  } catch (error) {
    heard.push(`scene: ${String(error).split('\n').slice(0, 6).join(' | ')}`)
    await page.screenshot({ path: join(out, `${name}.failed.png`) })
  }
  findings += heard.length
  say(`${heard.length === 0 ? 'ok  ' : 'LOOK'} ${name}`)
  for (const line of new Set(heard)) say(`       ${line}`)
  await page.close()
}

/** @param {import('playwright-core').Page} page */
async function askAxe(page) {
  // The page's policy refuses scripts that are put into it, so this one is evaluated from outside.
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  )
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => {
      const where = violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))
      return `axe ${violation.id}: ${violation.help}\n         ${where.join('\n         ')}`
    })
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
