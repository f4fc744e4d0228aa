import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceText } from './replace-text.ts'

const replace = (file: string, oldText: string, newText: string, all = false) =>
  replaceText(file, { oldText, newText, all })

/** Words that occur once, so that a passage is known by any three of them. */
const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,8}$/), { minLength: 8, maxLength: 24 })
const space = fc.constantFrom(' ', '  ', '\n', '\n  ', '\n\t', '\r\n    ', '\n\n  ', '  \n')
const tokens = fc.array(
  fc.constantFrom('alpha', 'beta', '(', ')', '{', '}', 'é', '“', '...', '\\', '\n', '  ', '\t', ';'),
  { maxLength: 40 },
)

describe('carrying a change over', () => {
  it('touches nothing outside the passage, and in it only the word that changed', () => {
    fc.assert(
      fc.property(words, fc.array(space, { minLength: 32 }), fc.nat(), fc.nat(), (list, gaps, from, at) => {
        const file = list.map((word, index) => word + (gaps[index] ?? '')).join('')
        const start = from % (list.length - 4)
        const passage = list.slice(start, start + 4)
        const changed = passage[at % 4] ?? ''
        const oldText = passage.join(' ')
        const newText = oldText.replace(changed, 'CHANGED')
        const done = replace(file, oldText, newText)
        expect(done.ok && done.text).toBe(file.replace(new RegExp(`\\b${changed}\\b`), 'CHANGED'))
      }),
    )
  })

  it('refuses to do the same again, or says that it is there', () => {
    fc.assert(
      fc.property(words, fc.array(space, { minLength: 32 }), fc.nat(), (list, gaps, from) => {
        const file = list.map((word, index) => word + (gaps[index] ?? '')).join('')
        const start = from % (list.length - 4)
        const oldText = list.slice(start, start + 4).join('   ')
        for (const newText of [
          `${oldText}   added(1)`,
          `before(1);\n${oldText}`,
          oldText.replace(/\S+$/, 'last'),
        ]) {
          const once = replace(file, oldText, newText)
          if (!once.ok) continue
          const twice = replace(once.text, oldText, newText)
          expect(twice.ok ? twice.text : twice.problem).toMatch(/already in the file/)
        }
      }),
    )
  })

  it('answers any texts without a fault, and changes nothing that is not asked for', () => {
    fc.assert(
      fc.property(tokens, tokens, tokens, fc.boolean(), (file, old, fresh, all) => {
        const text = file.join('')
        const done = replace(text, old.join(''), fresh.join(''), all)
        expect(done.ok ? done.count > 0 : done.problem.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
