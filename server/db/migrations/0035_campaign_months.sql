CREATE TABLE `campaign_months` (
	`campaign` integer NOT NULL,
	`month` text NOT NULL,
	`clicks` integer,
	`signups` integer,
	`confirmed` integer,
	`buyers` integer,
	PRIMARY KEY(`campaign`, `month`)
);
