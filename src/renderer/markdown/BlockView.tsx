import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { Diagram } from './Diagram.tsx'
import { Footnote } from './Footnote.tsx'
import { Inline } from './Inline.tsx'
import { Mathematics } from './Mathematics.tsx'
import { Words } from './Words.tsx'

type BlockViewProps = { readonly token: Token; readonly done: boolean }

/** One block. HTML is shown as the text it is. */
export function BlockView({ token, done }: BlockViewProps): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p className="break-words">
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'text':
      // The words of a list item stay one line of text, whatever is marked in them.
      return (
        <p className="break-words">
          <Inline tokens={token.tokens ?? [token]} />
        </p>
      )
    case 'heading':
      return <Heading token={token as Tokens.Heading} />
    case 'code':
      return <Code token={token as Tokens.Code} done={done} />
    case 'list':
      return <List token={token as Tokens.List} done={done} />
    case 'table':
      return <Table token={token as Tokens.Table} />
    case 'blockquote':
      return (
        <blockquote className="grid gap-2 border-line-strong border-l-2 pl-3 text-fg-2">
          <Blocks tokens={token.tokens ?? []} done={done} />
        </blockquote>
      )
    case 'hr':
      return <hr className="my-3 border-line" />
    case 'html':
      return (
        <p className="whitespace-pre-wrap break-words text-fg-2">
          <Words text={token.raw.trim()} />
        </p>
      )
    case 'footnote':
      return <Footnote label={token['label']} tokens={token.tokens} />
    case 'plain':
      return (
        <p className="whitespace-pre-wrap break-words">
          <Words text={token['text']} />
        </p>
      )
    case 'mathBlock':
      return <Mathematics text={token['text']} display />
    default:
      return null
  }
}

function Blocks({ tokens, done }: { tokens: readonly Token[]; done: boolean }) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
    <BlockView key={index} token={token} done={done} />
  ))
}

const HEADINGS = ['text-lg tracking-tight', 'text-md', 'text-base', 'text-base', 'text-sm', 'text-sm']

/** Shows a heading of an answer, at a level below those of the window. */
function Heading({ token }: { token: Tokens.Heading }) {
  const Tag = `h${Math.min(6, token.depth + 2)}` as 'h3'
  return (
    <Tag className={`mt-3 font-semibold ${HEADINGS[token.depth - 1] ?? ''}`}>
      <Inline tokens={token.tokens} />
    </Tag>
  )
}

function Code({ token, done }: { token: Tokens.Code; done: boolean }) {
  const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? ''
  if (done && language === 'mermaid') return <Diagram source={token.text} />
  if (done && (language === 'math' || language === 'latex')) return <Mathematics text={token.text} display />
  return <CodeBlock code={token.text} language={language} done={done} />
}

function List({ token, done }: { token: Tokens.List; done: boolean }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at the end
    <li key={index} className={item.task ? 'list-none' : ''}>
      <div className={token.loose ? 'grid gap-2' : 'grid gap-1'}>
        {item.task ? <TaskItem item={item} done={done} /> : <Blocks tokens={item.tokens} done={done} />}
      </div>
    </li>
  ))
  const look = `grid ${token.loose ? 'gap-2' : 'gap-1'} pl-5 marker:text-fg-3 marker:tabular-nums`
  if (!token.ordered) return <ul className={`list-disc ${look}`}>{items}</ul>
  return (
    <ol start={token.start === '' ? 1 : token.start} className={`list-decimal ${look}`}>
      {items}
    </ol>
  )
}

function TaskItem({ item, done }: { item: Tokens.ListItem; done: boolean }) {
  const rest = item.tokens.filter((token) => token.type !== 'checkbox')
  return (
    <div className="-ml-5 flex gap-2">
      <input type="checkbox" readOnly disabled checked={item.checked ?? false} className="mt-1 size-3" />
      <div className="grid min-w-0 gap-1">
        <Blocks tokens={rest} done={done} />
      </div>
    </div>
  )
}

function Table({ token }: { token: Tokens.Table }) {
  const aligned = (align: Tokens.TableCell['align']) => ({ textAlign: align ?? ('left' as const) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    <div className="overflow-x-auto rounded-md border border-line" tabIndex={0}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                key={index}
                style={aligned(cell.align)}
                className="border-line border-b bg-side px-3 py-1.5 font-medium"
              >
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end
            <tr key={at} className="[&:not(:last-child)>td]:border-b">
              {row.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  key={index}
                  style={aligned(cell.align)}
                  className="border-line px-3 py-1.5 align-top"
                >
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
