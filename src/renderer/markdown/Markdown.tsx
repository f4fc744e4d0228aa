import { memo, useRef } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { ContentBoundary } from '../ui/text/ContentBoundary.tsx'
import { PlainSource } from '../ui/text/PlainSource.tsx'
import { BlockView } from './BlockView.tsx'
import { isTooLarge, MOST_FORMULAS, sizeOf } from './block-size.ts'
import { type Block, EMPTY_DOCUMENT, finished, grown } from './document.ts'
import { FormulasContext } from './Mathematics.tsx'
import { useMarkdownTools } from './tools.ts'
import { WordsContext } from './Words.tsx'

type MarkdownProps = {
  readonly text: string
  /** True while more text may follow. */
  readonly streaming?: boolean
  /** The text rendering: `foreign` shows hiding or reordering characters as codes. */
  readonly shown?: 'plain' | 'foreign'
}

/** Markdown as elements. While it streams, only the blocks at its end are read and drawn again. */
export function Markdown({ text, streaming = false, shown = 'plain' }: MarkdownProps) {
  const { lex } = useMarkdownTools()
  // A cache, not state: the same text always gives the same document, so losing it costs only time.
  const cache = useRef(EMPTY_DOCUMENT)
  const document = grown(cache.current, text, lex)
  cache.current = document
  return (
    <WordsContext value={shown}>
      <Blocks blocks={(streaming ? document : finished(document, lex)).blocks} />
    </WordsContext>
  )
}

/** Blocks one below the other, in plain flow: a grid would be laid out whole again with every word. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div data-markdown="" className="min-w-0 space-y-2 [&>:is(h3,h4,h5,h6):first-child]:mt-1">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <MemoBlock key={index} block={block} />
      ))}
    </div>
  )
}

/** A block that fails, or costs too much, is its source. The blocks around it stay. */
const MemoBlock = memo(({ block }: { block: Block }) => (
  <ContentBoundary source={() => block.token.raw}>
    <DrawnBlock block={block} />
  </ContentBoundary>
))
MemoBlock.displayName = 'MemoBlock'

function DrawnBlock({ block: { token, done } }: { block: Block }) {
  const t = useText()
  const size = sizeOf(token)
  if (isTooLarge(size)) {
    return (
      <PlainSource text={token.type === 'code' ? token.text : token.raw} reason={t('ui.plain.tooLarge')} />
    )
  }
  return (
    <FormulasContext value={size.formulas <= MOST_FORMULAS}>
      <BlockView token={token} done={done} />
    </FormulasContext>
  )
}
