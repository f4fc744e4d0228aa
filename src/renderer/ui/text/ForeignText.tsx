import { useText } from '../../messages/TextProvider.tsx'
import { breakable } from './breakable.tsx'
import { type ForeignOptions, type ForeignPiece, foreignPieces } from './foreign-text.ts'

type ForeignTextProps = ForeignOptions & { readonly text: string }

/**
 * Text that a model, a file or another program wrote, drawn as it is: what would be invisible, change the direction
 * or pass for another letter is drawn as a code and read out as what it is.
 */
export function ForeignText({ text, ...options }: ForeignTextProps) {
  return foreignPieces(text, options).map((piece) => <Piece key={piece.at} piece={piece} />)
}

function Piece({ piece }: { piece: ForeignPiece }) {
  // Keeps the letters of a run in their order without moving what is around it.
  if (piece.kind === 'rtl') return <bdi>{piece.text}</bdi>
  return 'code' in piece ? <Code piece={piece} /> : breakable(piece.text)
}

/** One character as its code. A look-alike is drawn before its code: it has a shape of its own. */
export function Code({ piece }: { piece: Extract<ForeignPiece, { code: string }> }) {
  const t = useText()
  return (
    <span
      role="img"
      aria-label={t(`ui.foreign.${piece.kind}`, { code: piece.code })}
      title={t(`ui.foreign.${piece.kind}`, { code: piece.code })}
      className="mx-px inline-block whitespace-nowrap rounded-[3px] bg-warn-wash px-0.5 font-mono text-[0.85em] text-warn-fg leading-none"
    >
      {piece.kind === 'lookalike' ? `${piece.text} ${piece.code}` : piece.code}
    </span>
  )
}
