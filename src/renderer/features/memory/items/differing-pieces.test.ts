import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differingPieces } from './differing-pieces.ts'

const marked = (text: string, beside: string) =>
  differingPieces(text, beside).flatMap(({ text: piece, differs }) => (differs ? [piece] : []))

describe('what differs between two texts', () => {
  it('is the words that only one of them has, whatever their case', () => {
    const feet = 'The gauge reads in feet at noon.'
    expect(marked(feet, 'the gauge reads in metres at noon')).toEqual(['feet'])
    expect(marked('Cut on Fridays, never later.', 'Cut on Mondays, never later.')).toEqual(['Fridays'])
    expect(marked('按行四舍五入，合计为准', '按总额四舍五入，合计为准')).toEqual(['行'])
  })

  it('is not marked where nothing differs, or nearly everything', () => {
    expect(marked('It is red.', 'It is red!')).toEqual([])
    expect(marked('Spring tides come.', 'The beacon burns at night')).toEqual([])
  })

  it('never changes the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, beside) => {
        expect(
          differingPieces(text, beside)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
