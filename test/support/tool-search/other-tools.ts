import { type ListedTool, listedTools } from './many-tools.ts'

/** Lines as in the other table: servers about which no group of related words was made. */
const TABLES: Readonly<Record<string, string>> = {
  notebook: `
notes-create | Writes a new page into a notebook. | title, markdown, notebook?
notes-append | Adds text at the end of a page. | page, markdown
notes-find | Full text search over all pages. | query
notes-move | Moves a page into another notebook. | page, notebook
notes-delete | Removes a page. It can be restored for 30 days. | page
notes-backlinks | Lists the pages that link to a page. | page
notes-template | Creates a page from a template. | template, title
notes-history | Lists the revisions of a page with their authors. | page
notes-publish | Makes a page readable for everybody on the web. | page
notes-checklist | Lists unticked boxes over all pages. | notebook?`,
  crm: `
createLead | Creates a lead from a name and a company. | name, company, source?
convertLead | Turns a qualified lead into a contact and a deal. | lead
updateDealStage | Sets the stage of a deal in the pipeline. | deal, stage
logCall | Records a phone call with a contact. | contact, minutes#, summary
listDeals | Lists open deals by expected value. | owner?, stage?
mergeContacts | Merges duplicates of a contact into one record. | keep, drop
assignOwner | Makes a colleague responsible for an account. | account, user
forecastRevenue | Returns the weighted pipeline value per month. | quarter
sendQuote | Emails a quote with prices to a contact. | deal, items
markLost | Closes a deal as lost with a reason. | deal, reason`,
  monitor: `
query_metrics | Evaluates a PromQL expression over a time range. | expr, start, end
search_logs | Searches log lines of all services. | query, since?
list_alerts | Lists alerts that are firing. | severity?
silence_alert | Suppresses notifications of an alert for a while. | alert, minutes#
create_alert_rule | Creates a rule that fires above a threshold. | expr, threshold#
get_trace | Returns the spans of one distributed trace. | trace
acknowledge_incident | Confirms that somebody works on an incident. | incident
page_on_call | Pages the engineer who is on call. | schedule, message
create_dashboard | Creates a dashboard from panels. | title, panels
uptime_report | Returns the availability of a service in percent. | service, month`,
  home: `
turn_on_light | Switches a lamp on. | room, brightness#?
set_thermostat | Sets the target temperature of a room. | room, celsius#
lock_door | Locks a door. | door
open_blinds | Raises the blinds of a window. | window
get_camera_snapshot | Returns a still image of a camera. | camera
start_vacuum | Sends the robot to clean. | rooms?
run_scene | Activates a stored scene. | scene
energy_usage | Returns consumed kilowatt hours. | from, to
arm_alarm | Arms the burglar alarm. | mode
list_devices | Lists paired devices and their battery level. |`,
  music: `
search_tracks | Searches songs, artists and albums. | query
play_track | Plays a song on a device. | track, device?
pause_playback | Pauses what is playing. | device?
skip_to_next | Skips to the next song of the queue. | device?
set_volume | Sets the loudness in percent. | percent#
create_playlist | Creates an empty playlist. | name
add_to_playlist | Adds songs to a playlist. | playlist, tracks
get_lyrics | Returns the words of a song. | track
recommend | Suggests songs similar to given ones. | tracks
follow_artist | Follows an artist. | artist`,
  browser: `
navigate | Goes to an address. | url
click | Clicks an element. | selector
fill_form | Types values into fields. | fields
take_screenshot | Captures the visible page as an image. | fullPage?
get_page_text | Returns the readable text of the page. |
go_back | Returns to the page before. |
list_tabs | Lists open tabs. |
download_link | Downloads the target of a link. | selector, path
evaluate_script | Runs JavaScript in the page. | script
clear_cookies | Deletes cookies of a site. | site`,
  hr: `
request_leave | Asks for days off. | from, to, kind
approve_leave | Approves a request for days off. | request
list_absences | Lists who is away in a period. | from, to
add_employee | Adds an employee with a start date. | name, email, start
get_payslip | Returns a payslip as a PDF. | month
submit_expense | Hands in an expense with its receipt. | amount#, category, file
list_open_positions | Lists vacancies. | department?
schedule_interview | Plans an interview with a candidate. | candidate, at
org_chart | Returns the reporting lines of a department. | department?
record_attendance | Clocks a working day in or out. | direction`,
  shop: `
add_product | 新增商品。 | name, price#
update_stock | 修改商品库存数量。 | sku, count#
list_orders | 查询订单列表。 | status?
ship_order | 订单发货并填写快递单号。 | order, tracking
cancel_order | 取消未发货的订单。 | order
track_parcel | 查询快递物流轨迹。 | tracking
set_discount | 设置限时折扣价。 | sku, percent#
reply_review | 回复买家评价。 | review, text
sales_report | 统计销售额和订单量。 | from, to
take_off_shelf | 下架商品。 | sku`,
}

/** 80 tools in 8 further servers. */
export const OTHER_TOOLS: readonly ListedTool[] = listedTools(TABLES)
