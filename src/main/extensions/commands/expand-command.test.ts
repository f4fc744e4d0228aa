import { describe, expect, it } from 'vitest'
import { expandCommand } from './expand-command.ts'

const expand = (text: string, words: string, hasVariables = false) =>
  expandCommand({ name: 'try', text, hasVariables }, words)
const text = (words: string) => ({ kind: 'text', text: words })

describe('a command file', () => {
  it.each([
    ['Fix $ARGUMENTS now', 'the "big" bug', [text('Fix the "big" bug now')]],
    ['$1 before $2, not $3.', "'two words' b", [text('two words before b, not .')]],
    ['First: $ARGUMENTS[0]', 'a b', [text('First: a')]],
    ['No place', 'for words', [text('No place'), text('\n\nARGUMENTS: for words')]],
    ['No place', '', [text('No place')]],
    ['Costs $10 and $ARGUMENTSX', '', [text('Costs $10 and $ARGUMENTSX')]],
  ])('fills its arguments into %j', (template, words, pieces) => {
    expect(expand(template, words)).toEqual(pieces)
  })

  it('names commands and files, with arguments in them', () => {
    expect(expand('See !`git show $1` and @src/$1.ts, mail a@b.c', 'main')).toEqual([
      text('See '),
      { kind: 'command', command: 'git show main' },
      text(' and '),
      { kind: 'file', path: 'src/main.ts' },
      text(', mail a@b.c'),
    ])
  })

  it('runs and reads nothing that an argument names', () => {
    expect(expand('Say $ARGUMENTS', '!`rm -rf .` @/etc/passwd $1 {{x}}', true)).toEqual([
      text('Say !`rm -rf .` @/etc/passwd $1 {{x}}'),
    ])
  })

  it('has parts that stay where their variable has a value', () => {
    const template = 'Review {{what}}.{{#focus}} Mind {{focus}}{{#strict}}, strictly{{/strict}}.{{/focus}}'
    expect(expand(template, 'what=it', true)).toEqual([text('Review it.')])
    expect(expand(template, 'what=it strict=yes', true)).toEqual([text('Review it.')])
    expect(expand(template, 'what=it focus=names', true)).toEqual([text('Review it. Mind names.')])
    expect(expand(template, 'what=it focus=names strict=yes', true)).toEqual([
      text('Review it. Mind names, strictly.'),
    ])
    expect(expand(template, 'what={{#focus}}', true)).toEqual([text('Review {{#focus}}.')])
    for (const broken of ['{{#a}} b', 'b {{/a}}', '{{#a}}{{#b}}{{/a}}{{/b}}']) {
      expect(() => expand(broken, 'a=1 b=2', true)).toThrow('has a part without')
    }
    expect(expand('{{#a}} b', '', false)).toEqual([text('{{#a}} b')])
  })

  it('fills its variables and refuses when one is missing', () => {
    const template = 'Move {{from}} to {{ to }} and $ARGUMENTS'
    expect(expand(template, 'from=a to="b c" quickly', true)).toEqual([text('Move a to b c and quickly')])
    expect(() => expand(template, 'from=a', true)).toThrow('/try needs a value for: to')
    expect(expand(template, 'x', false)).toEqual([text('Move {{from}} to {{ to }} and x')])
  })
})
