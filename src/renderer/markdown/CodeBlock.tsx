import { Fragment } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { breakable } from '../ui/text/breakable.tsx'
import { CodeLine, useSpans } from './CodeLines.tsx'
import { languageNamed, languageOf } from './highlight/languages.ts'

type CodeBlockProps = { readonly code: string; readonly language: string; readonly done: boolean }

/** Code in a well, with its language and a button that copies it. */
export function CodeBlock({ code, language, done }: CodeBlockProps) {
  const t = useText()
  const lines = useSpans(code, languageNamed(language), done)
  const label = languageOf(language)?.label ?? language
  return (
    <div className="overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex h-(--h-row) items-center gap-2 border-line border-b pr-1 pl-3 text-fg-3 text-xs">
        <span>{label}</span>
        <span className="grow" />
        <CopyButton text={code} label={t('chat.copyCode')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-3 py-2 plain-code text-sm/(--code-line) [tab-size:2]">
        <code className="[font:inherit]">
          {lines === null
            ? breakable(code)
            : lines.map((spans, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
                <Fragment key={index}>
                  <CodeLine spans={spans} />
                  {index === lines.length - 1 ? null : '\n'}
                </Fragment>
              ))}
        </code>
      </pre>
    </div>
  )
}
