import { memo, useRef } from 'react'
import { BlockView } from './BlockView.tsx'
import { type Block, EMPTY_DOCUMENT, finished, grown } from './document.ts'
import { useMarkdownTools } from './tools.ts'

type MarkdownProps = {
  readonly text: string
  /** True while more text may follow. */
  readonly streaming?: boolean
}

/** Markdown as elements. While it streams, only the blocks at its end are read and drawn again. */
export function Markdown({ text, streaming = false }: MarkdownProps) {
  const { lex } = useMarkdownTools()
  // A cache, not state: the same text always gives the same document, so losing it costs only time.
  const cache = useRef(EMPTY_DOCUMENT)
  const document = grown(cache.current, text, lex)
  cache.current = document
  return <Blocks blocks={(streaming ? document : finished(document, lex)).blocks} />
}

/** Blocks one below the other, in plain flow: a grid would be laid out whole again with every word. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="min-w-0 space-y-2 [&>:is(h3,h4,h5,h6):first-child]:mt-1">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <MemoBlock key={index} block={block} />
      ))}
    </div>
  )
}

const MemoBlock = memo(({ block }: { block: Block }) => <BlockView token={block.token} done={block.done} />)
MemoBlock.displayName = 'MemoBlock'
