import { DeviceId } from '#shared/ids.ts'
import type { SettingsRows } from './rows.ts'

/** Names this installation in the log; made once and kept. */
export function deviceIdOf(
  rows: Pick<SettingsRows, 'setting' | 'putSetting'>,
  make: () => DeviceId,
): DeviceId {
  const known = DeviceId.safeParse(rows.setting('deviceId'))
  if (known.success) return known.data
  const made = make()
  rows.putSetting('deviceId', made)
  return made
}
