import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The rules of axe whose findings are minor or moderate at most. No test looks at those, and they took a tenth of the time.
 * `test/house/axe-rules.test.ts` holds the list against axe.
 */
export const LESSER_RULES = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
] as const

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

/**
 * What a screen reader user or somebody with poor sight would stumble over, by the rules of axe.
 * @param passed rules that have been held against this screen already
 */
export async function seriousFindings(
  page: Page,
  passed: readonly string[] = [],
): Promise<readonly Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const findings = await page.evaluate(
    async (lesser) => {
      const { axe } = window as unknown as { axe: Axe }
      const rules = Object.fromEntries(lesser.map((rule) => [rule, { enabled: false }]))
      const { violations } = await axe.run(document, { resultTypes: ['violations'], rules })
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
    },
    [...LESSER_RULES, ...passed],
  )
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
