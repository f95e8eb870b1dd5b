CREATE TABLE `acceptances` (
	`user_id` integer NOT NULL,
	`document` text NOT NULL,
	`version` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`, `version`)
);
--> statement-breakpoint
CREATE TABLE `known_devices` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_devices_user` ON `known_devices` (`user_id`,`used_at`);--> statement-breakpoint
CREATE INDEX `known_devices_used` ON `known_devices` (`used_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `host_cookie_at` integer;