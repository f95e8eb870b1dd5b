CREATE TABLE `message_photos` (
	`message` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`colours` text DEFAULT '' NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `message_photos_hash` ON `message_photos` (`hash`);--> statement-breakpoint
CREATE TABLE `swipes` (
	`member` integer NOT NULL,
	`profile` integer NOT NULL,
	`choice` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`member`, `profile`)
);
--> statement-breakpoint
CREATE INDEX `swipes_likes` ON `swipes` (`member`,`at`) WHERE choice = 'like';--> statement-breakpoint
ALTER TABLE `participants` ADD `hidden_up_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text;