import { useEffect, useId, useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { useDark } from '../ui/hooks/use-dark.ts'
import { Enlargeable } from '../ui/panes/Enlargeable.tsx'
import { CodeBlock } from './CodeBlock.tsx'

type Shown = { readonly url: string; readonly width: number; readonly height: number }

/** A diagram from its source, as a picture in the colours of the theme. One that cannot be drawn stays as source. */
export function Diagram({ source }: { source: string }) {
  const t = useText()
  const shown = useDrawn(source)
  if (shown === null) return <CodeBlock code={source} language="mermaid" done />
  return (
    <figure className="overflow-x-auto rounded-md border border-line bg-sunken p-3">
      <Enlargeable src={shown.url} name={t('chat.diagram')} className="mx-auto block max-w-full">
        <img
          src={shown.url}
          width={shown.width}
          height={shown.height}
          alt={t('chat.diagram')}
          className="h-auto max-w-full"
        />
      </Enlargeable>
      <details className="mt-2 text-fg-3 text-xs">
        <summary>{t('chat.diagramSource')}</summary>
        <pre className="plain-code overflow-x-auto pt-2">{source}</pre>
      </details>
    </figure>
  )
}

/** The picture of a diagram. While one in another theme is drawn, the one before it stays. */
function useDrawn(source: string): Shown | null {
  const id = useId()
  const dark = useDark()
  const [shown, setShown] = useState<(Shown & { readonly source: string }) | null>(null)
  useEffect(() => {
    let wanted = true
    import('./diagram-image.ts')
      .then(({ diagramImage }) => diagramImage(source, `diagram${id.replace(/\W/g, '')}`, dark))
      .then(({ blob, width, height }) => {
        if (wanted) setShown({ url: URL.createObjectURL(blob), width, height, source })
      })
      // A diagram that cannot be drawn stays as its source, which is what it was before.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [source, id, dark])
  const url = shown?.url ?? null
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])
  return shown?.source === source ? shown : null
}
