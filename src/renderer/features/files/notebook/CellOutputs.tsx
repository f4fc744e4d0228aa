import { useState } from 'react'
import { type CellOutput, outputForm, withoutCodes } from '#shared/notebook/notebook.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Enlargeable } from '../../../ui/panes/Enlargeable.tsx'
import { PlainText } from '../../../ui/text/PlainText.tsx'

type CellOutputsProps = { readonly outputs: readonly CellOutput[]; readonly number: number }

/** Outputs drawn of one cell, and characters of one that is drawn as Markdown. */
const MOST_OUTPUTS = 50
const MOST_MARKDOWN = 20_000

/** Pictures a notebook may hold. Drawings that can name other files or run scripts are left out. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** The outputs of a cell: texts, pictures and errors. HTML and scripts of a notebook never run. */
export function CellOutputs({ outputs, number }: CellOutputsProps) {
  const t = useText()
  if (outputs.length === 0) return null
  return (
    <section aria-label={t('notebook.outputs', { number })} className="grid gap-2 pt-2">
      {outputs.slice(0, MOST_OUTPUTS).map((output, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no other name
        <Output key={at} output={output} number={number} />
      ))}
      {outputs.length > MOST_OUTPUTS ? (
        <p className="text-fg-3 text-xs">
          {t('notebook.moreOutputs', { count: outputs.length - MOST_OUTPUTS })}
        </p>
      ) : null}
    </section>
  )
}

function Output({ output, number }: { readonly output: CellOutput; readonly number: number }) {
  const t = useText()
  const { text, ename, evalue, traceback, name } = output
  if (text !== undefined) return <Printed text={text} look={name === 'stderr' ? 'warn' : 'plain'} />
  if (ename !== undefined) {
    const trace = [...(traceback ?? []), `${ename}: ${evalue ?? ''}`].join('\n')
    return (
      <section aria-label={t('notebook.error')}>
        <Printed text={trace} look="bad" />
      </section>
    )
  }
  const picture = pictureOf(output)
  if (picture !== null) return <Picture src={picture} name={t('notebook.picture', { number })} />
  const words = outputForm(output, 'text/markdown')
  if (words !== null && words.length <= MOST_MARKDOWN) return <Markdown text={words} shown="foreign" />
  const plain = outputForm(output, 'text/plain') ?? outputForm(output, 'text/latex')
  const left = Object.keys(output.data ?? {}).filter(
    (mime) => !mime.startsWith('text/') || mime === 'text/html',
  )
  return (
    <>
      {plain === null ? null : <Printed text={plain} look="plain" />}
      {left.length === 0 ? null : (
        <p className="break-words text-fg-3 text-xs">
          {t('notebook.notDrawn', { kinds: left.slice(0, 5).join(', ').slice(0, 200) })}
        </p>
      )}
    </>
  )
}

const LOOKS = { plain: 'text-fg-2', warn: 'bg-warn-wash text-fg-2', bad: 'bg-bad-wash text-fg' } as const

function Printed({ text, look }: { readonly text: string; readonly look: keyof typeof LOOKS }) {
  const shown = withoutCodes(text).trimEnd()
  return (
    <PlainText
      text={shown}
      className={classNames('max-h-80 overflow-auto rounded-sm px-3 py-1.5', LOOKS[look])}
    />
  )
}

function Picture({ src, name }: { readonly src: string; readonly name: string }) {
  const t = useText()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p className="text-fg-3 text-xs">{t('notebook.brokenPicture')}</p>
  return (
    <Enlargeable src={src} name={name} className="w-fit max-w-full rounded-sm bg-white">
      <img src={src} alt={name} onError={() => setBroken(true)} className="max-h-120 max-w-full" />
    </Enlargeable>
  )
}

/** The first picture of an output as an address; null where it has none, or something else under that name. */
function pictureOf(output: CellOutput): string | null {
  for (const mime of PICTURES) {
    const data = outputForm(output, mime)?.replace(/\s+/g, '') ?? ''
    if (data !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(data)) return `data:${mime};base64,${data}`
  }
  return null
}
