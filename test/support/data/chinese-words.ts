import type { Page } from 'playwright'
import { CATALOGUES } from '../../../src/renderer/messages/catalogues.ts'
import type { Message } from '../../../src/renderer/messages/message.ts'

/** A piece of a message that says it is English by itself. */
const TWO_WORDS = /[A-Za-z]{2,} [a-z]{2,}/

/** What models are called is the same in both. */
const NAMES = new Set(['Practice model'])

/** Every English message of more than one word, as what it may look like with its gaps filled. */
const ENGLISH = Object.values(CATALOGUES.en)
  .flatMap((message: Message) => (typeof message === 'string' ? [message] : Object.values(message)))
  .filter((text) => TWO_WORDS.test(text.replaceAll(/\{\w+\}/g, '·')))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map(escaped)
          .join('.+')}$`,
        's',
      ),
  )

type Findings = { readonly english: readonly string[]; readonly cut: readonly string[] }

/** What of a window in Chinese is said in English all the same, and what does not fit where it stands. */
export async function chineseFindings(page: Page): Promise<Findings> {
  const { said, cut } = await page.evaluate(() => {
    const texts = new Set<string>()
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
      if (node.parentElement?.checkVisibility() === true) texts.add(node.textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder']) {
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.add(element.getAttribute(name) ?? '')
    }
    const named = [...document.querySelectorAll<HTMLElement>('button, [role="tab"], h1, h2, h3, th, label')]
    const tooWide = named.filter(
      (each) =>
        each.checkVisibility() &&
        /\p{sc=Han}/u.test(each.textContent ?? '') &&
        getComputedStyle(each).display !== 'inline' &&
        each.clientWidth > 1 &&
        each.scrollWidth > each.clientWidth + 1,
    )
    return { said: [...texts], cut: tooWide.map((each) => each.textContent ?? '') }
  })
  return {
    english: said.filter((text) => !NAMES.has(text) && ENGLISH.some((message) => message.test(text))),
    cut,
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
