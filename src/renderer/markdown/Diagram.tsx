import { useEffect, useId, useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { CodeBlock } from './CodeBlock.tsx'

type Shown = { readonly url: string; readonly width: number; readonly height: number }

/** A diagram from its source, shown as a picture. When it cannot be drawn, the source stands there. */
export function Diagram({ source }: { source: string }) {
  const t = useText()
  const id = useId()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let url: string | null = null
    let wanted = true
    const dark = document.documentElement.dataset['theme'] !== 'light'
    import('./diagram-image.ts')
      .then(({ diagramImage }) => diagramImage(source, `diagram${id.replace(/\W/g, '')}`, dark))
      .then(({ blob, width, height }) => {
        if (!wanted) return
        url = URL.createObjectURL(blob)
        setShown({ url, width, height })
      })
      // A diagram that cannot be drawn stays as its source, which is what it was before.
      .catch(() => undefined)
    return () => {
      wanted = false
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [source, id])
  if (shown === null) return <CodeBlock code={source} language="mermaid" done />
  return (
    <figure className="overflow-x-auto rounded-md border border-line bg-sunken p-3">
      <img
        src={shown.url}
        width={shown.width}
        height={shown.height}
        alt={t('chat.diagram')}
        className="mx-auto h-auto max-w-full"
      />
      <details className="mt-2 text-fg-3 text-xs">
        <summary>{t('chat.diagramSource')}</summary>
        <pre className="plain-code overflow-x-auto pt-2">{source}</pre>
      </details>
    </figure>
  )
}
