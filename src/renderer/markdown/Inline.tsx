import type { Token, Tokens } from 'marked'
import type { MouseEvent, ReactNode } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { Icon } from '../ui/base/Icon.tsx'
import { decoded } from './entities.ts'
import { FootnoteMark } from './FootnoteMark.tsx'
import { linkTargetOf } from './links.ts'
import { Mathematics } from './Mathematics.tsx'
import { useMarkdownTools } from './tools.ts'
import { Words } from './Words.tsx'

/** The words of a block. */
export function Inline({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return (tokens ?? []).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name and keep their order
    <Piece key={index} token={token} />
  ))
}

function Piece({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        <Words text={decoded(token.text)} />
      ) : (
        <Inline tokens={token.tokens} />
      )
    case 'escape':
      return <Words text={token.text} />
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del className="text-fg-3">
          <Inline tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return (
        <code className="break-words rounded-xs bg-select px-1 py-px plain-code text-sm">
          <Words text={token.text} />
        </code>
      )
    case 'br':
      return <br />
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : <Words text={token.raw} />
    case 'footnoteMark':
      return <FootnoteMark label={token['label']} />
    case 'link':
      return <Link token={token as Tokens.Link} />
    case 'image':
      return <ImagePlace token={token as Tokens.Image} />
    case 'mathInline':
      return <Mathematics text={token['text']} display={token['display'] === true} />
    default:
      return <Words text={token.raw} />
  }
}

function Link({ token }: { token: Tokens.Link }) {
  const target = linkTargetOf(token.href, token.text)
  if (target === null) return <Inline tokens={token.tokens} />
  return (
    <OutwardLink url={target.url}>
      <Inline tokens={token.tokens} />
      {target.suspicious ? <span className="text-warn-fg"> ({target.host})</span> : null}
    </OutwardLink>
  )
}

/** Shows a link instead of a remote image, because loading it would tell its server that it is read. */
function ImagePlace({ token }: { token: Tokens.Image }) {
  const t = useText()
  const target = linkTargetOf(token.href, '')
  const name = token.text === '' ? t('chat.image') : token.text
  const words = (
    <>
      <Icon name="link" size="xs" className="mr-1 inline align-[-1px]" />
      {target === null ? name : t('chat.imageFrom', { name, host: target.host })}
    </>
  )
  return target === null ? (
    <span className="text-fg-3">{words}</span>
  ) : (
    <OutwardLink url={target.url}>{words}</OutwardLink>
  )
}

function OutwardLink({ url, children }: { url: string; children: ReactNode }) {
  const { openLink } = useMarkdownTools()
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (event.button < 2) openLink(url)
  }
  return (
    <a
      href={url}
      title={url}
      rel="noreferrer"
      draggable={false}
      onClick={open}
      onAuxClick={open}
      className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </a>
  )
}
