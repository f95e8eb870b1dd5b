CREATE TABLE `photo_parts` (
	`client_id` text NOT NULL,
	`owner` integer NOT NULL,
	`start` integer NOT NULL,
	`size` integer NOT NULL,
	`bytes` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `owner`, `start`)
);
--> statement-breakpoint
CREATE INDEX `photo_parts_owner` ON `photo_parts` (`owner`,`at`);--> statement-breakpoint
CREATE INDEX `photo_parts_at` ON `photo_parts` (`at`);