import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = { readonly id: string; readonly impact: string | null; readonly targets: readonly string[] }

type Axe = {
  readonly run: (
    context: Document,
    options: object,
  ) => Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact: string | null
      readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
    }[]
  }>
}

/** What a screen reader user or somebody with poor sight would stumble over, by the rules of axe. */
export async function seriousFindings(page: Page): Promise<readonly Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    // A list that the focused box moves through scrolls with the keys of that box. axe knows that of comboboxes only,
    // and a box of several lines cannot be one.
    const list = document.activeElement?.getAttribute('aria-controls') ?? null
    const isScrolled = (rule: string, target: readonly unknown[]) =>
      rule === 'scrollable-region-focusable' && document.querySelector(String(target[0]))?.id === list
    const found = violations.map(({ nodes, ...rest }) => ({
      ...rest,
      nodes: nodes.filter(({ target }) => isScrolled(rest.id, target) !== true),
    }))
    return found
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, impact, nodes }) => ({
        id,
        impact,
        targets: nodes.slice(0, 5).map((node) => `${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
      }))
  })
  return findings.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}

/** Resolves when fonts are there and nothing moves or waits to be drawn. */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(700, 2)
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
    await Promise.all(finite.map((each) => each.finished.catch(() => undefined)))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
}
