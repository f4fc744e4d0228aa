import { useText } from '../messages/TextProvider.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

/** The address of a page that was created on a server. */
export function PageLine({ said, url }: { readonly said: string; readonly url: string }) {
  const t = useText()
  return (
    <div role="status" className="grid gap-1">
      <p className="flex items-center gap-2 text-sm">
        <Mark state="done" />
        {said}
      </p>
      {url === '' ? null : (
        <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3 text-sm">
          <span className="min-w-0 grow select-text break-all">
            <ForeignText text={url} />
          </span>
          <CopyButton text={url} label={t('forges.copyAddress')} />
        </p>
      )}
    </div>
  )
}
