CREATE TABLE `write_orders` (
	`user_id` integer NOT NULL,
	`device` text NOT NULL,
	`newest` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`)
);
--> statement-breakpoint
ALTER TABLE `blocks` ADD `blocker_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `blocks` ADD `blocker_photo` integer;--> statement-breakpoint
ALTER TABLE `blocks` ADD `blocked_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `blocks` ADD `blocked_photo` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `drawn` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_region_year` ON `profiles` (`gender`,`country`,`region`,`birth_year`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
UPDATE `blocks` SET (`blocker_name`, `blocker_photo`) = (SELECT `name`, `main_photo` FROM `profiles` WHERE `id` = `blocker`), (`blocked_name`, `blocked_photo`) = (SELECT `name`, `main_photo` FROM `profiles` WHERE `id` = `blocked`) WHERE EXISTS (SELECT 1 FROM `profiles` WHERE `id` = `blocker`) AND EXISTS (SELECT 1 FROM `profiles` WHERE `id` = `blocked`);
