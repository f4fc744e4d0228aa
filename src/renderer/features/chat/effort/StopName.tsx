import { useText } from '../../../messages/TextProvider.tsx'
import type { EffortStop } from './effort-stops.ts'

/** Names a stop. A second line tells what else it brings, or that it is sent now. */
export function StopName({ stop, isSent }: { readonly stop: EffortStop; readonly isSent: boolean }) {
  const t = useText()
  return (
    <>
      <span>{t(`chat.effort.${stop}`)}</span>
      {stop === 'ultracode' ? (
        <span className="font-normal text-fg-3">{t('effort.ultracode.more')}</span>
      ) : isSent ? (
        <span className="font-normal text-fg-3">{t('effort.sentNow')}</span>
      ) : null}
    </>
  )
}
