/** Words for the same thing, one a line, in English and Chinese: see `ACTS` for the form. */
export const THINGS = `
issue bug ticket problem defect task story feature_request to_do work_item 问题 缺陷 工单 任务 需求 待办 报错 glitch broken flaw trouble complaint chore assignment
repository repo codebase library sources project 仓库 代码库 代码仓 代码
source code text function class sources codebase implementation 源码 代码 源代码 函数
pull_request pr merge diff patch changes merge_request mr 合并请求 拉取请求 code_review my_changes proposed_changes
branch base trunk main master 分支 主干 feature_branch sideline
commit revision changeset push pushed history 提交 提交记录 改动记录 what_changed_recently latest_changes git_log recent_changes who_changed
release version ship changelog tag 发布 版本 上线 发版 new_version cut~release announce_version tag_it
ci pipeline continuous_integration workflow run green red flaky build_job checks actions 构建 流水线 持续集成 跑挂 编译
collaborator contributor committer who_can_push who_has_access 协作者 贡献者 who_works_on access_to_the_repo with_access write_access maintainers
project board kanban sprint 项目 看板
sprint iteration cycle milestone 冲刺 迭代 周期 two_weeks current_work timebox
epic initiative theme 史诗 大需求
backlog unfinished leftover 待办列表 积压
burndown progress chart velocity remaining 燃尽图 燃尽 进展 进度图 how_much_is_left how_are_we_doing ahead_or_behind trend
component module part 组件 模块 subsystem pieces parts
comment remark note feedback annotation 评论 备注 批注 留言 note~that remark_that leave_a_note write~beside margin 写个备注 留个言
label tag category 标签 分类
priority urgent important severity critical 优先级 紧急 重要 before_all most_important first_of_all comes_first asap 最先 先做
status state column transition done progress stage 状态 进度 阶段 mark_as_done mark~done move~to in_review to_done still_open
field property attribute value 字段 属性
message chat text conversation announcement 消息 聊天 对话 群聊 聊天记录
thread conversation below under 话题 回帖 楼 会话
channel room group 频道 群 群组 群里
topic subject headline purpose 主题 话题 what_this_channel_is description_of_the_channel 群公告
member person people user colleague everybody everyone team folks teammate who staff 成员 人 同事 用户 大家 团队 who_works who_is_in who_belongs employees everyone_in
profile who_is about_the_person bio 资料 个人资料 简介 职位 是谁 contact_details what_does~do role_of about_him about_her position
emoji reaction thumbs smile like heart thumbs_up 表情 点赞 回应 竖大拇指
unread missed miss haven't_read have_not_read new_messages not_yet_read 未读 错过 没看 没读 catch_up catch~up since_i_left while_i_was_away while_i_was haven_t_seen new_since
private privately direct dm one_to_one just_to_him just_to_her personally whisper 私信 私聊 单独 悄悄 only_to just_between quietly one_on_one ping 私下
call audio voice phone huddle talk dial 通话 语音 电话 连麦 ring speak_to talk_to jump_on_a_call
video call conference zoom meet teams 视频 视频会议
availability status at_lunch busy away brb afk 状态 在忙 离开 吃饭去 让大家知道 我在
event meeting appointment calendar standup retro session entry date dinner party demo interview 会议 日程 开会 活动 约 日历 约会
agenda calendar events schedule what_is_on my_day diary planner today tomorrow appointments 日程 安排 行程 今天有什么 明天有什么 coming_up this_week next_week what_do_i_have have_i_got plans busy 忙不忙 有什么会
time free available slot availability when_are when_can gap both_free 空闲 有空 时间 什么时候 find_a_time find_a_slot suits works_for_everyone when_can_we 大家都有空 凑时间 can_meet could_meet to_meet of_us_meet both_of_us all_of_us 碰头 碰面
absence away vacation holiday leave time_off out_of_office sick pto trip travelling traveling 休假 假期 外出 不在 请假 出差 i_am_away on_leave travel sabbatical parental 我要休 年假
public_holiday holiday day_off bank_holiday national_day festive 节假日 公共假日 放假 法定假日 are_shops_closed bank_holidays national_holidays closed 法定 放几天假
working_hours office_hours business_hours part_time 工作时间 上班时间 办公时间 start_at_nine finish_at_five my_hours monday_to_friday part-time
reminder alert remind notify nudge heads_up warn beforehand ahead_of 提醒 闹钟 叫我 提前 do_not_let_me_forget make_sure_i alarm wake 别忘了
conference meeting_room room space seats conference_space 会议室
attendance attended who_came showed_up show~up turn~out participants present turnout 出席 到场 参会 来了多少人 who_was_there how_many_came how_many_people_came no-shows 谁来了 几个人来
invitation invite rsvp 邀请 请柬
time_zone timezone utc zone 时区 时间不对 换时区
feed ical rss address url 订阅源
email mail letter message 邮件 信件 一封 信 来信
inbox mailbox mail received sender wrote did_write did_send 收件箱 邮箱 来信 has~replied did~reply any_mail any_email_from mail_about mails_from 有没有邮件
recipient to receiver 收件人
draft unsent not_yet do_not_send without_sending finish_later 草稿 先不发 先存着
spam junk phishing scam fraud fake suspicious 垃圾邮件 垃圾 钓鱼 骚扰 诈骗
contact address_book phone_number telephone number_of mobile business_card 联系人 通讯录 电话 号码 手机号 save_the_number his_number her_number 存个号码 存一下电话 how_do_i_reach how_can_i_reach get_hold_of reach_by_phone email_address_of 怎么联系
signature closing footer sign-off sincerely regards 签名 落款
attachment attached file document enclosed enclosure 附件 文件
vacation_reply autoresponder automatic_reply auto_reply away_message 自动回复 tell_people_i_am_away while_i_am_away answer~automatically 休假回复
newsletter mailing_list subscription marketing ads promotional 广告 推广 订阅邮件 邮件列表
doc document file drive docs policy handbook contract report plan proposal manual paper 文档 文件 网盘 合同 资料 手册
folder directory 文件夹 目录
spreadsheet sheet excel cell table workbook 表格 电子表格 单元格
row record entry line data 行 记录 数据 一行
range cells column 区域 单元格 范围
presentation slides deck powerpoint keynote talk pitch 幻灯片 演示文稿 胶片
pdf printable 可打印
version history earlier older_version previous revision 版本 历史版本 旧版本 修改记录 who_edited edited_by changes_to_the_document past_versions 谁改过
trash bin recycle_bin garbage junk_folder deleted 回收站 垃圾桶 废纸篓 deleted_files deleted_for_good for_good forever permanently 彻底
ownership owner belong~to property hand~over 所有者 归属 归谁 拥有者 所有权
quota space storage room_left capacity remaining how_full full disk_space left_over 容量 空间 配额 还剩多少 is_left room_is_left space_left much_room how_much_space how_much_storage free_space 还有多少空间 剩余空间 满了 run_out_of_space running_out running_low gigabytes 快满了
table column field schema type structure 表 字段 列 表结构 结构 what_columns which_columns data_type layout 有哪些列
table relation tables 表 数据表 有哪些表 what_data what_kind_of_data which_data structure_of 有什么数据
database db postgres postgresql mysql sql sqlite mariadb oracle warehouse bigquery 数据库 库
statement query sql select insert update_set where order orders rows 语句 查询 订单 from_the_database in_the_database look_in_the_database figures stats 库里
index key indexes lookup lookups faster 索引 search_by speed_up_queries 建索引
lock block blocking session hang stuck waiting deadlock wait 锁 阻塞 会话 死锁 锁住 who_is_blocking contention held waiting_for waits 等锁
session connection client hanging stuck disconnect 会话 连接 断开 kill~connection runaway 连接卡死
size disk space byte large big eat takes_up occupy biggest heavy 大小 磁盘 占用空间 最大 多大
role user login account privilege db_user 角色 账号 账户 登录 用户
privilege permission right access 权限
extension plugin add-on addon 插件 扩展
migration schema_change pending 迁移 表结构变更 schema_up_to_date bring_the_schema
replication replica standby lag secondary follower read_replica 主从 同步延迟 从库 延迟 备库 in_sync out_of_sync up_to_date catch_up 同步
slow time_consuming expensive takes_long heavy 慢 耗时 慢查询
customer client buyer shopper guest 客户 顾客 买家 account_holder patron
invoice bill receipt 发票 账单 开票 send_a_bill what_they_have_to_pay payable 账单发
subscription recurring bill monthly interval plan every_month membership renew 订阅 续费 包月 会员 charge~monthly each_month cancel~plan 月付
coupon discount promo promotion voucher percent_off code deal rebate off 优惠券 折扣 促销 打折 cheaper_for ten_percent half_price special_offer sale 便宜
payout transfer bank_transfer earnings withdraw cash~out to_our_bank to_the_bank 提现 转账 银行 打到账户 send~to_bank wire move_money
balance how_much_money money_do_we_have money_in_the_account funds account_balance 余额 账上 还有多少钱 what_is_our_balance funds_available cash 账户还有
dispute chargeback contest contested challenged 争议 拒付 申诉 complain complaint charge_back unhappy_with bank_reversed reversed 客户投诉
evidence proof documents receipts 证据 证明 材料 contract_as_proof prove
tax vat gst duty 税 税务 增值税 tax_office authorities sales_tax 报税
price cost amount cheaper dearer expensive raise~price euros dollars fee rate 价格 金额 费用 涨价 降价 定价 costs should_cost more_expensive discounted pricing 多少钱
product catalogue item goods article 商品 产品 上架
card credit_card payment_method visa mastercard 银行卡 信用卡 支付方式 绑卡 save_his_card new_card store_card
failed declined rejected unsuccessful went_wrong 失败 被拒 没成功 没付成 could_not_be_charged did_not_work not_paid unpaid 没付款 扣款失败 did_not_go_through not_go_through bounced fell_through 没扣成
payment_link pay_page checkout link_to_pay pay_online 付款链接 收款链接 let_people_pay let_them_pay where_people_can_pay url_to_pay 在线付款
charge payment transaction sale income revenue takings 交易 流水 收入 did_we_sell have_we_sold we_earn we_earned came_in
container pod docker kubernetes k8s workload 容器 instances what_is_running is_it_running 跑着
deployment deploy rollout service web_server web_servers app servers backend 部署 服务 线上
production staging namespace environment cluster everything_up healthy running 生产 环境 命名空间 集群 线上
image version container_image build_of docker_image 镜像 newer_version upgrade~to use_version run_version bump~to 换镜像 升到
cpu processor memory ram usage hog hogging load consumption use heavy 内存 处理器 占用 负载 how_much_memory eating using_up resource_usage out_of_memory 吃内存 爆了
log output print stdout console crashed 日志 输出 打印 error_message errors_of stack_trace traceback what_does~say 报什么错
node machine host server box vm computer 节点 机器 主机 服务器 physical hardware
secret password credential token api_key api_password 密钥 密码 凭证 口令 keep_safe certificate private_key 密钥存
config configuration settings config_map environment_variables env 配置 设置 环境变量
chart helm package release values 图表包
manifest yaml resource definition 清单 资源
job cron scheduled script nightly 定时任务 脚本 作业
warning event recent incident what_happened 警告 事件 出了什么事 what_went_wrong why_did problems_lately anything_odd 异常
port tunnel 端口
map static 地图 picture_of_the_map 地图截图
route way direction navigation path get_to how_to_get how_do_i_get from_to 路线 路径 怎么走 规划 导航 怎么去
drive car driving by_car road_trip 驾车 开车 自驾 汽车
taxi cab ride uber pick~up 出租车 打车 叫车 一辆车 网约车 get_me_a_car order~car 送我去 接我 打个车 打车 叫个车
weather forecast rain temperature sunny snow wind cold hot 天气 下雨 气温 预报 下雪 冷不冷 带伞 热不热 刮风 will_it_be do_i_need_a_coat degrees storm 冷 热 多少度
traffic jam congestion road rush_hour 路况 堵车 拥堵 堵 高速 道路 堵不堵 are_the_roads busy_road stuck_in_traffic 车多
nearby around near near_here close_by in_the_area next_to_here 附近 旁边 周边 周围 这边 边上 is_there_a closest within_walking 最近的 哪儿有
poi restaurant shop place food cafe coffee pharmacy supermarket hotel 兴趣点 餐厅 商店 好吃 饭店 药店 超市 咖啡 酒店 加油站
walk foot walking on_foot stroll 步行 走路 走过去 散步 walkable
bike bicycle cycling cycle ride 骑行 骑车 自行车 单车
bus subway train transit metro underground tram public_transport 公交 地铁 火车 坐车
address place location coordinates position where 地址 位置 地点 坐标 什么地方
coordinates latitude longitude lat lng gps geocode 坐标 经纬度 定位 which_place_is exact_location 具体位置
parking park garage parking_lot leave~car 停车 停车场 车位 leave_my_car where_to_park 车停哪
charging charger electric battery 充电 充电桩 没电 电动车 charge_my_car charge~car ev tesla recharge 充电站 电车
distance far kilometres kilometers miles how_far 距离 多远 公里
definition define declare declaration where_is~defined 定义 声明
reference usage usages used caller calls~function 引用 用法 调用
symbol identifier function class 符号 标识符 函数
code source program 代码 源码
picture image screenshot photo figure illustration 图片 截图 照片 图
district province county city administrative 行政区 区划 区县 省 下辖
ip ip_address network_address IP
history recently visited last_time looked_at 历史 浏览过 places_i_visited 去过
detail opening_hours more_about information 详情 详细 营业时间 电话 评分
browser page tab navigate site click website web 浏览器 网页 点击 网站
form survey questionnaire 表单 问卷
customer_relationship lead deal opportunity prospect crm salesforce hubspot 线索 商机 客户管理
domain dns nameserver hostname 域名 解析
certificate ssl tls https 证书
bucket s3 object_storage blob 存储桶 对象存储
queue topic kafka rabbitmq 队列 消息队列
function lambda serverless 函数
alarm pager on_call incident outage down 告警 值班 事故 宕机 故障
dashboard grafana chart panel 仪表盘 看板 图表
feature_flag toggle experiment 开关 灰度 实验
wiki page knowledge_base confluence notion 知识库 维基 页面
design figma frame mockup 设计稿 原型
song music playlist track album 歌曲 音乐 歌单
flight ticket airline 航班 机票
hotel room stay 酒店 住宿
light lamp thermostat heating switch 灯 空调 暖气
sms text_message mobile 短信
stock share_price market 股票 行情
employee payroll salary staff 员工 工资 薪资
order shipment parcel tracking 订单 物流 快递
`

/** Names of services beside words for what they hold: a request names the product, its server often does not. */
export const SERVICES = `
codehost github gitlab bitbucket gitea git repository repo pr pull_request commit branch merge_request 仓库 代码 提交 分支 流水线
tracker jira linear youtrack asana trello kanban ticket sprint task backlog story iteration 工单 任务 看板 迭代 冲刺
messenger slack teams discord mattermost telegram chat channel dm message group thread 聊天 群 频道 消息 私信
calendar outlook agenda diary meeting appointment event schedule standup retro planner 日历 日程 会议 约 开会
mail email gmail outlook inbox letter newsletter imap 邮件 邮箱 收件箱 信 来信 一封
database postgres postgresql mysql sqlite sql mariadb db table rows query orders 数据库 表 订单 数据
drive dropbox onedrive google_drive sharepoint box doc docs document folder slides deck spreadsheet sheet 网盘 文档 文件夹 合同 表格
payments payment stripe paypal adyen billing invoice subscription customer refund buyer bill card vat 支付 收款 发票 客户 退款 订阅
cluster kubernetes k8s kubectl pod container namespace deployment helm node docker 集群 容器 节点 部署
ditu maps map amap gaode baidu_maps google_maps route directions 地图 高德 导航 路线 附近 怎么走
`
