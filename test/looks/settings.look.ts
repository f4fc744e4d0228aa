import { lookAtEach } from './sample-window.ts'
import { SETTINGS_SCENES } from './settings-scenes.ts'

lookAtEach(SETTINGS_SCENES)
