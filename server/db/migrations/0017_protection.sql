CREATE TABLE `photo_hashes` (
	`photo` integer PRIMARY KEY NOT NULL,
	`band0` integer NOT NULL,
	`band1` integer NOT NULL,
	`band2` integer NOT NULL,
	`band3` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `photo_hashes_0` ON `photo_hashes` (`band0`,`band1`,`band2`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_1` ON `photo_hashes` (`band1`,`band0`,`band2`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_2` ON `photo_hashes` (`band2`,`band0`,`band1`,`band3`);--> statement-breakpoint
CREATE INDEX `photo_hashes_3` ON `photo_hashes` (`band3`,`band0`,`band1`,`band2`);--> statement-breakpoint
CREATE TABLE `flags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`member` integer NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`message` integer,
	`photo` integer,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	`upheld` integer
);
--> statement-breakpoint
CREATE INDEX `flags_open` ON `flags` (`severity`,`created_at`) WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX `flags_member` ON `flags` (`member`);--> statement-breakpoint
CREATE INDEX `flags_message` ON `flags` (`message`) WHERE message is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `users_mailbox` ON `users` (`mailbox`) WHERE mailbox is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `warning` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `held_at` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `held_last` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_started` ON `conversations` (`started_by`,`created_at`);