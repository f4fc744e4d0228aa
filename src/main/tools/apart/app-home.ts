/** The variable that names the folder of the app to a process in which tools work. */
export const APP_HOME = 'ORRERY_TOOLS_APP_HOME'
