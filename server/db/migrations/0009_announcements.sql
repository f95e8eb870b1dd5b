CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`path` text NOT NULL,
	`texts` text NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`up_to` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
